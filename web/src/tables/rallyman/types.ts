/** GT and DIRT as one game: types made of both games' own. */

import type * as dirt from "../../generated/rallyman-dirt";
import type * as dirtSent from "../../generated/rallyman-dirt.sent";
import type * as gt from "../../generated/rallyman-gt";
import type * as gtSent from "../../generated/rallyman-gt.sent";

/** What two types have in common, all the way down; what only one of them tells may be missing. */
type Both<A, B> = [A, B] extends [readonly (infer First)[], readonly (infer Second)[]]
  ? Both<First, Second>[]
  : [NonNullable<A>, NonNullable<B>] extends [object, object]
    ? Shared<NonNullable<A>, NonNullable<B>> | Extract<A | B, null>
    : A | B;
type Shared<A, B> = { [Name in keyof A & keyof B]: Both<A[Name], B[Name]> } & Partial<
  Omit<A, keyof B> & Omit<B, keyof A>
>;

type Asked<Name> = { question: Name };
/** The answer to a question, whichever of the two games is asked. */
export type AnswerTo<Question extends Asked<string>> = Both<
  gt.AnswerTo<Extract<gtSent.Question, Asked<Question["question"]>>>,
  dirt.AnswerTo<Extract<dirtSent.Question, Asked<Question["question"]>>>
>;

/** What the table is typed by. DIRT has all the dice and steps that GT has. */
export interface Types {
  Action: gtSent.Action | dirtSent.Action;
  Event: gt.Event | dirt.Event;
  View: gt.View | dirt.View;
  explore<const Question extends dirtSent.Question>(question: Question): Promise<AnswerTo<Question>>;
}

export type Ask = Types["explore"];
export type AnyEvent = Types["Event"];
export type LeadingDie = dirtSent.Step["die"];
/** Any die on the table; brake dice only go with others. */
export type DieName = LeadingDie | "b";
export type Way = gt.Plan_Step["way"];
/** A step as it is laid: of a plan, or of rolled dice, which show faces. */
export type Step = dirtSent.Step & { faces?: string };
/** A step of a new layout: a rolled die with the faces it shows. */
export type LaidStep = Step & dirtSent.LaidStep;

export type StepsAnswer = AnswerTo<Asked<"next-steps">>;
export type NextStep = StepsAnswer["next"][number];
export type DiceLeft = StepsAnswer["left"];
export type Proposal = AnswerTo<Asked<"dice-for">>["plans"][number];
export type Goal = AnswerTo<Asked<"reach">>["cells"][number];
export type LayoutChoice = AnswerTo<Asked<"layouts">>["layouts"][number];
export type RelayAnswer = AnswerTo<Asked<"relay-steps">>;
export type NextLaid = RelayAnswer["next"][number];
/** What losing control costs: in GT for certain, in DIRT on average. */
export type Loss = NonNullable<RelayAnswer["loss"]>;

/** Something that happened, with the step of the game it happened at. */
export interface Heard {
  step: number;
  event: AnyEvent;
}

/** A step that may come next, of a plan or of a layout. */
export interface Onward {
  step: Step;
  name: string;
  gear: number;
}
