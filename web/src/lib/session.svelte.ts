/** Who is signed in, and what the server offers. */

import type { GameInfo, Me, Person } from "../generated/wire";
import { api } from "./api";
import { settings } from "./settings.svelte";
import { t } from "./words.svelte";

export type { GameInfo, Person };

/** The part of JSON Schema that options are written in. */
export interface Schema {
  type?: string | string[];
  title?: string;
  description?: string;
  default?: unknown;
  enum?: unknown[];
  const?: unknown;
  minimum?: number;
  maximum?: number;
  properties?: Record<string, Schema>;
  items?: Schema;
  prefixItems?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  $ref?: string;
  $defs?: Record<string, Schema>;
}

class Session {
  person = $state<Person | null>(null);
  games = $state<GameInfo[]>([]);
  ready = $state(false);
  /** Whether the admin page opens for whoever is signed in. */
  admin = $state(false);
  /** Who may see whether I am here. */
  shown = $state<Me["shown"]>("friends");

  async load(): Promise<void> {
    const [me, games] = await Promise.all([api.get("/api/me"), api.get("/api/games")]);
    this.take(me);
    this.games = games;
    this.ready = true;
  }

  private take(me: Me): void {
    this.person = me.person;
    this.admin = me.admin;
    this.shown = me.shown;
    if (me.person) settings.take(me.settings);
  }

  /** Whoever is signed in, or a new guest. */
  async someone(name?: string): Promise<Person> {
    if (!this.person) {
      const wanted = name?.trim() || t("name.guest", { n: String(Math.floor(1000 + Math.random() * 9000)) });
      this.take(await api.post("/api/guest", { name: wanted }));
    }
    return this.person!;
  }

  async rename(name: string): Promise<void> {
    this.take(await api.put("/api/me/name", { name }));
  }

  async signUp(name: string, password: string): Promise<void> {
    this.take(await api.post("/api/account", { name, password }));
  }

  async signIn(name: string, password: string): Promise<void> {
    this.take(await api.post("/api/sign-in", { name, password }));
  }

  async signOut(everywhere = false): Promise<void> {
    await api.post(everywhere ? "/api/sign-out-everywhere" : "/api/sign-out");
    this.take({ person: null, settings: {}, admin: false, shown: "friends" });
  }

  async deleteAccount(password: string): Promise<void> {
    await api.post("/api/account/delete", { password });
    this.take({ person: null, settings: {}, admin: false, shown: "friends" });
  }

  async show(shown: Me["shown"]): Promise<void> {
    await api.put("/api/me/shown", { shown });
    this.shown = shown;
  }

  async saveSettings(): Promise<void> {
    settings.save();
    if (this.person) await api.put("/api/me/settings", settings.values);
  }

  game(name: string): GameInfo | undefined {
    return this.games.find((game) => game.name === name);
  }
}

export const session = new Session();
