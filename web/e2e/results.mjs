/** A reporter for `make steady`: each test that is over as a line of JSON, and each file that is. */

import { basename } from "node:path";

function outcomeOf(type, { skip }) {
  if (skip) return "skipped";
  return type === "test:pass" ? "passed" : "failed";
}

export default async function* results(events) {
  for await (const { type, data } of events) {
    const run = { suite: "e2e", file: basename(data?.file ?? "") };
    if (type === "test:summary" && data.file) yield `${JSON.stringify(run)}\n`;
    if ((type !== "test:pass" && type !== "test:fail") || data.nesting) continue;
    run.test = `${run.file}: ${data.name}`;
    run.seconds = data.details.duration_ms / 1000;
    run.outcome = outcomeOf(type, data);
    yield `${JSON.stringify(run)}\n`;
  }
}
