import coach from "./coach/pl.json";
import ending from "./ending/pl.json";
import hosting from "./hosting/pl.json";
import pages from "./pages/pl.json";
import people from "./people/pl.json";
import perfect from "./perfect/pl.json";
import seasons from "./seasons/pl.json";
import shell from "./shell/pl.json";
import tables from "./tables/pl.json";
import workshop from "./workshop/pl.json";

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
