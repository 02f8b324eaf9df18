/** Which page is shown: addresses of the browser, without reloading. */

export interface Place {
  path: string[];
  query: URLSearchParams;
  hash: string;
}

function here(): Place {
  return {
    path: location.pathname.split("/").filter(Boolean).map(decodeURIComponent),
    query: new URLSearchParams(location.search),
    hash: location.hash.slice(1),
  };
}

export const route = $state<{ at: Place }>({ at: here() });

/** Go to an address of this site. */
export function go(address: string, replace = false): void {
  if (replace) history.replaceState(null, "", address);
  else history.pushState(null, "", address);
  route.at = here();
  if (!replace && !location.hash) scrollTo(0, 0);
}

/** Give the page on the screen another address; nothing happens when the person has gone elsewhere meanwhile. */
export function readdress(address: string): void {
  if (address.split("/")[1] === route.at.path[0]) go(address, true);
}

addEventListener("popstate", () => (route.at = here()));
addEventListener("hashchange", () => (route.at = here()));

/** Let plain links stay on the page; used once, on the whole document. */
export function followLinks(event: MouseEvent): void {
  if (event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const link = (event.target as Element | null)?.closest("a");
  if (!link || link.origin !== location.origin || link.target || link.hasAttribute("download")) return;
  if (/^\/(api|schema|metrics|health)\b/.test(link.pathname)) return;
  event.preventDefault();
  go(link.pathname + link.search + link.hash);
}
