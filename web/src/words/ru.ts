import coach from "./coach/ru.json";
import ending from "./ending/ru.json";
import hosting from "./hosting/ru.json";
import pages from "./pages/ru.json";
import people from "./people/ru.json";
import perfect from "./perfect/ru.json";
import seasons from "./seasons/ru.json";
import shell from "./shell/ru.json";
import tables from "./tables/ru.json";
import workshop from "./workshop/ru.json";

export default {
  ...coach,
  ...ending,
  ...hosting,
  ...pages,
  ...people,
  ...perfect,
  ...seasons,
  ...shell,
  ...tables,
  ...workshop,
};
