/** What can be done about people: follow, block, invite. */

import type { Acquaintance, Relationship } from "../generated/wire";
import { api } from "./api";

/** Somebody with another bond to me. */
export function bound(one: Acquaintance, change: Partial<Relationship>): Acquaintance {
  return { ...one, bond: { ...one.bond, ...change } };
}

export async function follow(one: Acquaintance, on: boolean): Promise<Acquaintance> {
  await (on ? api.put(`/api/me/follows/${one.person.id}`) : api.delete(`/api/me/follows/${one.person.id}`));
  return bound(one, { follows: on });
}

export async function block(one: Acquaintance, on: boolean): Promise<Acquaintance> {
  await (on ? api.put(`/api/me/blocks/${one.person.id}`) : api.delete(`/api/me/blocks/${one.person.id}`));
  const changed = bound(one, { blocked: on, ...(on ? { follows: false, followed: false } : {}) });
  return on ? { ...changed, here: false, table: null } : changed;
}

export async function mute(one: Acquaintance, on: boolean): Promise<Acquaintance> {
  await (on ? api.put(`/api/me/mutes/${one.person.id}`) : api.delete(`/api/me/mutes/${one.person.id}`));
  return bound(one, { muted: on });
}

/** Whether each follows the other. */
export function friends({ bond }: Acquaintance): boolean {
  return bond.follows && bond.followed;
}
