import coach from "./coach/en.json";
import dirtAndDust from "./dirt-and-dust/en.json";
import outspeed from "./outspeed/en.json";
import pages from "./pages/en.json";
import rallyman from "./rallyman/en.json";
import shell from "./shell/en.json";
import tables from "./tables/en.json";
import workshop from "./workshop/en.json";

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
