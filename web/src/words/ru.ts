import pages from "./pages/ru.json";
import perfect from "./perfect/ru.json";
import shell from "./shell/ru.json";
import tables from "./tables/ru.json";
import workshop from "./workshop/ru.json";

export default { ...pages, ...perfect, ...shell, ...tables, ...workshop };
