/** A lesson at the table: what to do next, from what the learner sees, does and has already been told. */

export interface Task<Seen> {
  /** When it fits what lies on the table. */
  fits: (seen: Seen) => boolean;
  /** When the learner has done it. */
  done: (seen: Seen) => boolean;
  /** It only tells something and may be put away. */
  tells?: true;
  /** It comes as soon as it fits, whatever else is open. */
  urgent?: true;
}

/** The tasks of a lesson in their order; of urgent ones the first that fits comes first. */
export type Course<Seen, Name extends string = string> = Readonly<Record<Name, Task<Seen>>>;

/** The task to show: an urgent one, the open one until it is done, or the next that fits; null: none. */
export function taskNow<Seen, Name extends string>(
  course: Course<Seen, Name>,
  given: readonly Name[],
  open: Name | null,
  seen: Seen,
): Name | null {
  const names = Object.keys(course) as Name[];
  const fresh = names.filter((name) => !given.includes(name) && course[name].fits(seen));
  const urgent = fresh.find((name) => course[name].urgent);
  if (urgent) return urgent;
  if (open && !course[open].done(seen)) return open;
  return fresh.find((name) => !course[name].urgent && !course[name].done(seen)) ?? null;
}

/** What of a lesson is worth saying to a newcomer in a race of their own: all that only tells something. */
export function hintsOf<Seen, Name extends string>(course: Course<Seen, Name>): Course<Seen, Name> {
  const tells = Object.entries<Task<Seen>>(course).filter(([, task]) => task.tells);
  return Object.fromEntries(tells) as Course<Seen, Name>;
}
