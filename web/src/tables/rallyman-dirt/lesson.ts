/** What the stage of the first drive is called, by which its tables are known again. */
export const LESSON = "first-stage";
