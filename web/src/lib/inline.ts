/** The small part of inline Markdown that the rules pages use, as safe HTML. */

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => ENTITIES[sign]!);
}

/** Bold, emphasis, code and links to rules; everything else stays as it is written. */
export function inline(markdown: string): string {
  const codes: string[] = [];
  const held = markdown.replace(/`([^`]+)`/g, (_, code: string) => `\uE000${codes.push(code) - 1}\uE000`);
  return escapeHtml(held)
    .replace(/\*\*(.+?)\*\*/g, "<strong>$1</strong>")
    .replace(/\*(\S(?:.*?\S)?)\*/g, "<em>$1</em>")
    .replace(/\[([^\]]+)\]\((https?:[^)\s]+)\)/g, '<a href="$2" rel="noopener">$1</a>')
    .replace(/\b((?:GT|DIRT|ULT|DD)(?:-[A-Z0-9]+)+-D?\d+)\b/g, '<a href="#$1">$1</a>')
    .replace(/\uE000(\d+)\uE000/g, (_, index: string) => `<code>${escapeHtml(codes[Number(index)]!)}</code>`);
}
