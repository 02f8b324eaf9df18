/** A form from a game's own options: what kind of field each option needs. */

import type { Schema } from "./session.svelte";

export type Field =
  | { kind: "switch"; name: string; value: boolean }
  | { kind: "number"; name: string; value: number; least?: number; most?: number }
  | { kind: "choice"; name: string; value: unknown; choices: unknown[] }
  | { kind: "seats"; name: string; value: unknown[]; choices: unknown[] }
  | { kind: "text"; name: string; value: string }
  | { kind: "other"; name: string; value: unknown };

/** Follow references into the schema's own definitions. */
export function resolve(schema: Schema, root: Schema): Schema {
  let found = schema;
  while (found.$ref) found = root.$defs?.[found.$ref.split("/").at(-1) ?? ""] ?? {};
  return found;
}

/** The values a schema can take if it lists them, or null. */
function choicesOf(schema: Schema, root: Schema): unknown[] | null {
  const found = resolve(schema, root);
  if (found.enum) return found.enum;
  if ("const" in found) return [found.const];
  if (found.anyOf) {
    const parts = found.anyOf.map((part) => (part.type === "null" ? [null] : choicesOf(part, root)));
    return parts.every((part) => part !== null) ? parts.flat() : null;
  }
  return found.type === "null" ? [null] : null;
}

/** The fields of an options form, with their defaults. */
export function fieldsOf(schema: Schema, defaults: Record<string, unknown>): Field[] {
  const root = resolve(schema, schema);
  return Object.entries(root.properties ?? {}).map(([name, property]): Field => {
    const found = resolve(property, schema);
    const value = defaults[name];
    const choices = choicesOf(property, schema);
    if (choices) return { kind: "choice", name, value, choices };
    const bySeat = found.type === "array" && found.items ? choicesOf(found.items, schema) : null;
    if (bySeat?.includes(null)) return { kind: "seats", name, value: value as unknown[], choices: bySeat };
    if (found.type === "boolean") return { kind: "switch", name, value: Boolean(value) };
    if (found.type === "integer" || found.type === "number")
      return { kind: "number", name, value: Number(value), least: found.minimum, most: found.maximum };
    if (found.type === "string") return { kind: "text", name, value: String(value ?? "") };
    return { kind: "other", name, value };
  });
}

/** A list that names something for some seats, with one seat's choice changed and no more seats than there are. */
export function withSeat(list: unknown[], seats: number, seat: number, choice: unknown): unknown[] {
  const named = Array.from({ length: seats }, (_, at) => (at === seat ? choice : (list[at] ?? null)));
  while (named.length > 0 && named.at(-1) === null) named.pop();
  return named;
}
