/** Start a fresh Paddock server on a free port, play the end-to-end tests against it, stop it. */

import { spawn } from "node:child_process";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import packed from "@sparticuz/chromium";

const here = dirname(fileURLToPath(import.meta.url));
const root = resolve(here, "../..");

/** All the people of the tests come from one address, and the machine may be slow and busy. */
const ROOMY = JSON.stringify({
  guests_per_hour: 2000,
  requests_per_second: 200,
  request_burst: 2000,
  passwords_per_minute: 100,
  uploads_per_hour: 2000,
  hello_seconds: 300,
  request_seconds: 300,
});

async function freePort() {
  const probe = createServer();
  await new Promise((ready) => probe.listen(0, "127.0.0.1", ready));
  const { port } = probe.address();
  await new Promise((done) => probe.close(done));
  return port;
}

async function reachable(url, server) {
  for (let tries = 0; tries < 2400; tries++) {
    if (server.exitCode !== null) throw new Error("the server stopped before it could be reached");
    if (
      await fetch(url).then(
        (answer) => answer.ok,
        () => false,
      )
    )
      return;
    await new Promise((wake) => setTimeout(wake, 250));
  }
  throw new Error("the server could not be reached within ten minutes");
}

function finished(child) {
  return new Promise((done) => child.once("exit", (code) => done(code ?? 1)));
}

/** A server of one's own on a free port; an address in PADDOCK_BASE is used as it is. */
async function serve() {
  if (process.env.PADDOCK_BASE)
    return { base: process.env.PADDOCK_BASE, stop: async () => {}, complain: () => {} };
  const data = await mkdtemp(join(tmpdir(), "paddock-e2e-"));
  const port = await freePort();
  const server = spawn(
    join(root, ".venv/bin/paddock"),
    // prettier-ignore
    [
      "serve", "--port", String(port), "--data", data, "--load", "tests.sample.registered", "--limits", ROOMY,
      "--solving-gap", "1000000", "--no-analysing", "--question-seconds", "300", "--bot-seconds", "300",
    ],
    {
      cwd: root,
      env: { PADDOCK_TABLES: "kept", ...process.env, PYTHONPATH: [join(root, "src"), root].join(delimiter) },
      stdio: ["ignore", "ignore", process.env.E2E_LOG ? "inherit" : "pipe"],
    },
  );
  let log = "";
  server.stderr?.on("data", (chunk) => (log = (log + chunk).slice(-20_000)));
  async function stop() {
    server.kill("SIGTERM");
    await Promise.race([finished(server), new Promise((wake) => setTimeout(wake, 5000))]);
    server.kill("SIGKILL");
    await rm(data, { recursive: true, force: true });
  }
  const complain = () => console.error(`what the server said last:\n${log}`);
  const base = `http://127.0.0.1:${port}`;
  try {
    await reachable(`${base}/health`, server);
  } catch (why) {
    complain();
    await stop();
    throw why;
  }
  return { base, data, stop, complain };
}

// The browser is unpacked once: of two test processes that do it at a time one finds it half written.
await packed.executablePath();
const { base, data, stop, complain } = await serve();

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
