import coach from "./coach/en.json";
import ending from "./ending/en.json";
import hosting from "./hosting/en.json";
import pages from "./pages/en.json";
import people from "./people/en.json";
import perfect from "./perfect/en.json";
import seasons from "./seasons/en.json";
import shell from "./shell/en.json";
import tables from "./tables/en.json";
import workshop from "./workshop/en.json";

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
