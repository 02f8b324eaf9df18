/** Look now, again and again, and whenever the page comes back into sight; returns how to stop. */
export function keepLooking(look: () => Promise<void>, every: number): () => void {
  void look();
  const timer = setInterval(look, every);
  document.addEventListener("visibilitychange", look);
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", look);
  };
}
