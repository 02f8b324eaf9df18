/** Values from JSON Schemas: what a form starts with, and what can be chosen in it. */

import { resolve } from "./options";
import type { Schema } from "./session.svelte";

/** The shapes a value can have; one if there is nothing to choose. */
export function variantsOf(schema: Schema, root: Schema): Schema[] {
  const found = resolve(schema, root);
  return (found.anyOf ?? found.oneOf ?? [found]).map((part) => resolve(part, root));
}

/** What a shape is called: its tag where it has one. */
export function tagOf(schema: Schema): string {
  for (const property of Object.values(schema.properties ?? {})) {
    if (property.const !== undefined) return String(property.const);
    if (property.enum?.length === 1) return String(property.enum[0]);
  }
  return schema.title ?? String(schema.const ?? schema.type ?? "");
}

/** The values a schema lists; null if it lists none. */
export function listedIn(schema: Schema): unknown[] | null {
  return "const" in schema ? [schema.const] : (schema.enum ?? null);
}

/** A first value of a schema. */
export function blank(schema: Schema, root: Schema): unknown {
  if (schema.default !== undefined) return schema.default;
  const [found] = variantsOf(schema, root);
  const listed = listedIn(found!);
  if (listed) return listed[0];
  if (found!.type === "object" || found!.properties)
    return Object.fromEntries(
      Object.entries(found!.properties ?? {}).map(([name, property]) => [name, blank(property, root)]),
    );
  if (found!.type === "array") return (found!.prefixItems ?? []).map((item) => blank(item, root));
  if (found!.type === "boolean") return false;
  if (found!.type === "integer" || found!.type === "number") return found!.minimum ?? 0;
  return found!.type === "null" ? null : "";
}

/** Which of some shapes a value has. */
export function shapeOf(value: unknown, variants: Schema[], root: Schema): number {
  const at = variants.findIndex((variant) => fits(value, variant, root));
  return Math.max(0, at);
}

function fits(value: unknown, schema: Schema, root: Schema): boolean {
  const listed = listedIn(schema);
  if (listed) return listed.includes(value);
  if (value === null) return schema.type === "null";
  if (Array.isArray(value)) return schema.type === "array";
  if (typeof value === "object") {
    return Object.entries(schema.properties ?? {}).every(([name, property]) => {
      const found = resolve(property, root);
      const only = listedIn(found);
      return only?.length !== 1 || only[0] === (value as Record<string, unknown>)[name];
    });
  }
  return typeof value === (schema.type === "integer" ? "number" : schema.type);
}
