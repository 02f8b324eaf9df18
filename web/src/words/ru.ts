import outspeed from "./outspeed/ru.json";
import pages from "./pages/ru.json";
import shell from "./shell/ru.json";

export default { ...outspeed, ...pages, ...shell };
