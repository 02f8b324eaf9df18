import outspeed from "./outspeed/pl.json";
import pages from "./pages/pl.json";
import shell from "./shell/pl.json";

export default { ...outspeed, ...pages, ...shell };
