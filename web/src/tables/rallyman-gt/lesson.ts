/** What the circuit of the first lap is called, by which its tables are known again. */
export const LESSON = "first-lap";
