// A bot over the socket: sits down at a fresh table of Outspeed with three bots and plays to the end.
// node socket_bot.mjs http://127.0.0.1:8000
const server = process.argv[2] ?? "http://127.0.0.1:8000";
let cookie = "";

async function post(path, body = {}) {
  const answer = await fetch(server + path, {
    method: "POST",
    headers: { "content-type": "application/json", cookie },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(await answer.text());
  cookie = answer.headers.get("set-cookie")?.split(";")[0] ?? cookie;
  return answer.json();
}

function choose(scene) {
  return scene.actions[Math.floor(Math.random() * scene.actions.length)];
}

await post("/api/guest", { name: "Socket bot" });
const table = await post("/api/tables", { game: "outspeed", seats: 4, public: false });
for (const seat of [1, 2, 3]) await post(`/api/tables/${table.id}/bot`, { seat, bot: "random" });
await post(`/api/tables/${table.id}/start`);

const socket = new WebSocket(`${server.replace("http", "ws")}/ws/tables/${table.id}`, { headers: { cookie } });
let decisions = 0;
socket.onopen = () => socket.send(JSON.stringify({ type: "hello", protocol: 1, face: 0 }));
socket.onclose = () => process.exit(1);
socket.onmessage = ({ data }) => {
  const { scene } = JSON.parse(data);
  if (scene?.result) {
    console.log(`over after ${decisions} decisions, place ${scene.result.places[0]}`);
    socket.onmessage = socket.onclose = null;
    socket.close();
  } else if (scene?.asked.includes(0) && scene.actions?.length) {
    const id = `d${++decisions}`;
    socket.send(JSON.stringify({ type: "decide", id, seat: 0, step: scene.step, action: choose(scene) }));
  }
};
