/** The open tables I am invited to by name. */

import type { InvitedTo } from "../generated/wire";
import { api } from "./api";
import { session } from "./session.svelte";
import { keepLooking } from "./watching";

const EVERY = 60_000;

class Invited {
  list = $state.raw<InvitedTo[]>([]);

  /** Ask the server; a failure leaves things as they were. */
  look = async (): Promise<void> => {
    if (!session.person?.account) {
      this.list = [];
      return;
    }
    if (document.hidden) return;
    const heard = await api.get("/api/me/invitations").catch(() => null);
    if (heard) this.list = heard;
  };

  /** Keep looking; returns how to stop. */
  follow(): () => void {
    return keepLooking(this.look, EVERY);
  }

  async accept({ table }: InvitedTo): Promise<void> {
    await api.post(`/api/tables/${table.id}/sit`, {});
    this.drop(table.id);
  }

  async decline({ table }: InvitedTo): Promise<void> {
    await api.delete(`/api/me/invitations/${table.id}`);
    this.drop(table.id);
  }

  private drop(table: string): void {
    this.list = this.list.filter((one) => one.table.id !== table);
  }
}

export const invited = new Invited();
