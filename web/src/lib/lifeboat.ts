/** The only words that do not come from the catalogues: for when the catalogues themselves cannot be fetched. */

import type { Language } from "./settings.svelte";

export const LIFEBOAT: Record<Language, { text: string; again: string }> = {
  en: { text: "Paddock could not be loaded. It is tried again by itself.", again: "Try again" },
  pl: { text: "Nie udało się wczytać Paddocka. Ponawiamy próby.", again: "Spróbuj ponownie" },
  ru: { text: "Не удалось загрузить Paddock. Попытки продолжаются сами.", again: "Попробовать снова" },
};
