import pages from "./pages/pl.json";
import shell from "./shell/pl.json";
import tables from "./tables/pl.json";
import workshop from "./workshop/pl.json";

export default { ...pages, ...shell, ...tables, ...workshop };
