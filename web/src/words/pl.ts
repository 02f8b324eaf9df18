import shell from "./shell/pl.json";

export default { ...shell };
