/** Mini-ICU wording, the twin of paddock/core/messages.py: `{x}`, plural, select. */

export type Params = Record<string, unknown>;
export type Show = (name: string, value: unknown) => string | undefined;

const ARGUMENT = /\{(\w+)(?:\s*,\s*(plural|select)\s*,)?/y;
const rules = new Map<string, Intl.PluralRules>();

function pluralForm(language: string, n: number): string {
  let rule = rules.get(language);
  if (!rule) rules.set(language, (rule = new Intl.PluralRules(language)));
  return rule.select(n);
}

/** Fill a template with parameters in the manner of a language. */
export function formatText(template: string, params: Params, language: string, show?: Show): string {
  const render = (name: string, value: unknown) => show?.(name, value) ?? plain(value, language);
  let text = "";
  let at = 0;
  while (at < template.length) {
    const brace = template.indexOf("{", at);
    if (brace < 0) return text + template.slice(at);
    text += template.slice(at, brace);
    ARGUMENT.lastIndex = brace;
    const match = ARGUMENT.exec(template);
    if (!match) throw new Error(`cannot read the argument at ${brace} in "${template}"`);
    // Kept before anything is shown: whoever shows a value may use the same pattern for words of its own.
    const after = ARGUMENT.lastIndex;
    const name = match[1]!;
    const kind = match[2];
    const value = params[name];
    if (!kind) {
      text += render(name, value);
      at = after + 1;
      continue;
    }
    const [forms, end] = readForms(template, after);
    at = end;
    const key = kind === "plural" ? pluralForm(language, Number(value)) : chosenBy(value);
    let wording = (kind === "plural" ? forms[`=${value}`] : undefined) ?? forms[key] ?? forms.other ?? "";
    if (kind === "plural") wording = wording.replaceAll("#", render(name, value));
    text += formatText(wording, params, language, show);
  }
  return text;
}

/** A value without a name of its own, in the manner of a language. */
export function plain(value: unknown, language?: string): string {
  if (typeof value === "number") return value.toLocaleString(language);
  return value === null || value === undefined ? "" : String(value);
}

/** What a value is selected by; an empty list is `none`. */
function chosenBy(value: unknown): string {
  return Array.isArray(value) && !value.length ? "none" : String(value);
}

function readForms(template: string, from: number): [Record<string, string>, number] {
  const forms: Record<string, string> = {};
  let at = from;
  for (;;) {
    while (/\s/.test(template[at] ?? "")) at++;
    if (template[at] === "}") return [forms, at + 1];
    const opening = template.indexOf("{", at);
    if (opening < 0) throw new Error(`unclosed forms in "${template}"`);
    const selector = template.slice(at, opening).trim();
    let depth = 1;
    let end = opening + 1;
    while (depth && end < template.length) {
      depth += template[end] === "{" ? 1 : template[end] === "}" ? -1 : 0;
      end++;
    }
    if (depth) throw new Error(`unclosed form "${selector}" in "${template}"`);
    forms[selector] = template.slice(opening + 1, end - 1);
    at = end;
  }
}
