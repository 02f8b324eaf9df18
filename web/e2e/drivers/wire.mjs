/** Somebody who drives alone over the wire, as fast as the server answers: for the board of a challenge. */

/** Drive a table of Rallyman for one to its end; returns the result. */
export function driveOverTheWire(page, table) {
  return page.evaluate(driven, table);
}

/** In the page: the whole drive, turn by turn to the farthest cell that is safe enough. */
function driven(table) {
  const line = new WebSocket(`ws://${location.host}/ws/tables/${table}`);
  const waiting = new Map();
  let [number, scene] = [0, null];
  let stirred = () => {};
  line.onopen = () => line.send('{"type":"hello","protocol":1}');
  line.onmessage = ({ data }) => {
    const frame = JSON.parse(data);
    if (frame.scene) scene = frame.scene;
    if (waiting.has(frame.id)) waiting.get(frame.id)(frame);
    stirred();
  };
  // No faster than the server lets anybody ask.
  const breath = () => new Promise((resolve) => setTimeout(resolve, 110));
  const ask = async (frame) => {
    await breath();
    return new Promise((resolve) => {
      const id = `w${(number += 1)}`;
      waiting.set(id, resolve);
      line.send(JSON.stringify({ id, seat: 0, ...frame }));
    });
  };
  const explore = async (question) => (await ask({ type: "explore", question })).answer;

  async function plan() {
    const { cells } = await explore({ question: "reach", steps: [], via: [] });
    const safe = cells.filter(({ overspeed, risk }) => !overspeed && risk < 0.05);
    const goal = (safe.length ? safe : cells).sort((a, b) => b.steps.length - a.steps.length)[0];
    return goal ? { action: "plan", steps: goal.steps, way: "one-by-one" } : { action: "pass" };
  }

  async function layAgain() {
    const { layouts } = await explore({ question: "layouts" });
    return { action: "relay", steps: layouts[0].steps };
  }

  async function play() {
    while (!scene?.result) {
      if (!scene?.asked.includes(0)) {
        await new Promise((resolve) => (stirred = resolve));
        continue;
      }
      const calm = scene.actions?.find(({ action }) => !["retire", "secure", "stop", "pit"].includes(action));
      const action = calm ?? (scene.view.phase === "relay" ? await layAgain() : await plan());
      await ask({ type: "decide", step: scene.step, action });
    }
    line.close();
    return scene.result;
  }
  const lost = new Promise((_, reject) => (line.onclose = () => reject(new Error("the line was lost"))));
  return Promise.race([play(), lost]);
}
