import coach from "./coach/pl.json";
import dirtAndDust from "./dirt-and-dust/pl.json";
import outspeed from "./outspeed/pl.json";
import pages from "./pages/pl.json";
import rallyman from "./rallyman/pl.json";
import shell from "./shell/pl.json";
import tables from "./tables/pl.json";
import workshop from "./workshop/pl.json";

export default {
  ...coach,
  ...dirtAndDust,
  ...outspeed,
  ...pages,
  ...shell,
  ...tables,
  ...rallyman,
  ...workshop,
};
