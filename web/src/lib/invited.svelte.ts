/** The open tables I am invited to by name. */

import type { InvitedTo } from "../generated/wire";
import { api } from "./api";
import { Paged } from "./paged.svelte";
import { session } from "./session.svelte";
import { keepLooking } from "./watching";

const EVERY = 60_000;

class Invited {
  readonly list = new Paged<InvitedTo>(
    (query) => api.get(`/api/me/invitations?${query}`),
    ({ table }) => table.id,
  );

  /** Ask the server; a failure leaves things as they were. */
  look = async (): Promise<void> => {
    if (!session.person?.account) {
      this.list.change(() => []);
      return;
    }
    if (!document.hidden) await this.list.glance();
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
    this.list.change((all) => all.filter((one) => one.table.id !== table));
  }
}

export const invited = new Invited();
