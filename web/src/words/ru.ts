import shell from "./shell/ru.json";

export default { ...shell };
