/** The guided Trial Stage. */
import type { View } from "../../generated/dirt-and-dust";
export interface Seen {
  view: View;
  asked: boolean;
  picked: string | null;
  idle: boolean;
  over: boolean;
}
