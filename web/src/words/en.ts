import outspeed from "./outspeed/en.json";
import pages from "./pages/en.json";
import shell from "./shell/en.json";

export default { ...outspeed, ...pages, ...shell };
