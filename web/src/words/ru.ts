import pages from "./pages/ru.json";
import shell from "./shell/ru.json";

export default { ...pages, ...shell };
