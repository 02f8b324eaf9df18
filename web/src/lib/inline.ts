/** The small part of inline Markdown that the rules pages use, as safe HTML. */

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => ENTITIES[sign]!);
}

/**
 * Bold, emphasis, code and links to rules; everything else stays as it is written.
 * `told` gives the address of a rule by its id, or null for what only looks like one.
 */
export function inline(markdown: string, told: (rule: string) => string | null = () => null): string {
  const codes: string[] = [];
  const held = markdown.replace(/`([^`]+)`/g, (_, code: string) => `\uE000${codes.push(code) - 1}\uE000`);
  return escapeHtml(held)
    .replace(/\*\*(.+?)\*\*/g, "<strong>$1</strong>")
    .replace(/\*(\S(?:.*?\S)?)\*/g, "<em>$1</em>")
    .replace(/\[([^\]]+)\]\((https?:[^)\s]+)\)/g, '<a href="$2" rel="noopener">$1</a>')
    .replace(/\b[A-Z][A-Z0-9]*(?:-[A-Z0-9]+)+\b/g, (rule) => {
      const address = told(rule);
      return address === null ? rule : `<a href="${address}">${rule}</a>`;
    })
    .replace(/\uE000(\d+)\uE000/g, (_, index: string) => `<code>${escapeHtml(codes[Number(index)]!)}</code>`);
}
