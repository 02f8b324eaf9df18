import pages from "./pages/en.json";
import shell from "./shell/en.json";
import tables from "./tables/en.json";
import workshop from "./workshop/en.json";

export default { ...pages, ...shell, ...tables, ...workshop };
