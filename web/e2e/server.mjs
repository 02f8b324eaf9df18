/** A Paddock server of one's own on a free port, for as long as tests need it. */

import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "../..");

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

/** The exit code of a process, once it has ended. */
export function finished(child) {
  return new Promise((done) => child.once("exit", (code) => done(code ?? 1)));
}

/** Start a server; `load`: modules it imports besides the sample games; `env`: what its environment has more. */
export async function serve({ load = [], env = {} } = {}) {
  const data = await mkdtemp(join(tmpdir(), "paddock-e2e-"));
  const port = await freePort();
  const server = spawn(
    join(root, ".venv/bin/paddock"),
    // prettier-ignore
    [
      "serve", "--port", String(port), "--data", data, "--limits", ROOMY, "--solving-gap", "1000000", "--no-analysing",
      "--question-seconds", "300", "--bot-seconds", "300",
      ...["tests.sample.registered", ...load].flatMap((name) => ["--load", name]),
    ],
    {
      cwd: root,
      env: {
        PADDOCK_TABLES: "kept",
        ...process.env,
        ...env,
        PYTHONPATH: [join(root, "src"), root].join(delimiter),
      },
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
