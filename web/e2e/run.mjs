/** Start a fresh Paddock server on a free port, play the end-to-end tests against it, stop it. */

import { spawn } from "node:child_process";
import { readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import packed from "@sparticuz/chromium";
import { finished, serve } from "./server.mjs";

const here = dirname(fileURLToPath(import.meta.url));

// The browser is unpacked once: of two test processes that do it at a time one finds it half written.
await packed.executablePath();
/** An address in PADDOCK_BASE is used as it is. */
const { base, data, stop, complain } = process.env.PADDOCK_BASE
  ? { base: process.env.PADDOCK_BASE, stop: async () => {}, complain: () => {} }
  : await serve();

/** What comes of each test is written down too, where somebody wants that. */
function reporters(results = process.env.STEADY_RESULTS) {
  const spec = ["--test-reporter=spec", "--test-reporter-destination=stdout"];
  if (!results) return spec;
  return [
    ...spec,
    `--test-reporter=${new URL("results.mjs", import.meta.url)}`,
    `--test-reporter-destination=${results}`,
  ];
}

function played(files) {
  const tests = spawn(
    process.execPath,
    [
      "--test",
      ...reporters(),
      `--test-concurrency=${process.env.E2E_AT_ONCE ?? 2}`,
      "--test-timeout=1500000",
      ...files.map((name) => join(here, name)),
    ],
    { stdio: "inherit", env: { ...process.env, PADDOCK_BASE: base, PADDOCK_DATA: data ?? "" } },
  );
  return finished(tests);
}

let code;
try {
  const wanted = process.argv.slice(2);
  const all = (await readdir(here)).filter((name) => name.endsWith(".test.mjs")).sort();
  const files = all.filter((name) => !wanted.length || wanted.some((word) => name.includes(word)));
  if (!files.length) throw new Error(`no file is called like ${wanted}`);
  code = await played(files);
  if (code) complain();
} finally {
  await stop();
}
process.exit(code);
