import shell from "./shell/en.json";

export default { ...shell };
