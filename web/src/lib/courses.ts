/** What a course is called among people: ready tracks in the reader's language, others by their own names. */

import { say } from "./words.svelte";

/** A course's name without the rules that its records are kept apart for. */
export function courseTitle(course: string | null): string {
  if (!course) return "";
  const [track = "", ...rules] = course.split(" · ");
  return [titleOf(track), ...rules].join(" · ");
}

function titleOf(track: string): string {
  const circuit = /^list-(\w)$/.exec(track);
  if (circuit) return say({ id: "tracks.title.circuit", params: { label: circuit[1]!.toUpperCase() } });
  const stage = /^rally-(\d+)\/(\w+)$/.exec(track);
  if (stage) return say({ id: "tracks.title.stage", params: { number: stage[1]!, stage: stage[2]! } });
  const rally = /^rally-(\d+)$/.exec(track);
  if (rally) return say({ id: "tracks.title.rally", params: { number: rally[1]! } });
  return track;
}
