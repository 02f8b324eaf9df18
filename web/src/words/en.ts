import pages from "./pages/en.json";
import perfect from "./perfect/en.json";
import shell from "./shell/en.json";
import tables from "./tables/en.json";
import workshop from "./workshop/en.json";

export default { ...pages, ...perfect, ...shell, ...tables, ...workshop };
