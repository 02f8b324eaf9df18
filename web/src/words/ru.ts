import coach from "./coach/ru.json";
import dirtAndDust from "./dirt-and-dust/ru.json";
import outspeed from "./outspeed/ru.json";
import pages from "./pages/ru.json";
import rallyman from "./rallyman/ru.json";
import shell from "./shell/ru.json";
import tables from "./tables/ru.json";
import workshop from "./workshop/ru.json";

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
