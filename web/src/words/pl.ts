import pages from "./pages/pl.json";
import shell from "./shell/pl.json";

export default { ...pages, ...shell };
