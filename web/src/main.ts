import { mount } from "svelte";
import App from "./App.svelte";
import "./app.css";
import { startWorker } from "./lib/push";

mount(App, { target: document.getElementById("app")! });

if (import.meta.env.PROD) addEventListener("load", () => void startWorker().catch(reportError));
