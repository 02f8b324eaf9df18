import pages from "./pages/en.json";
import shell from "./shell/en.json";

export default { ...pages, ...shell };
