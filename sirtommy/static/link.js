// The address of a position: #board=ID&deal=...&moves=...&rules=...

/** @typedef {{board: string, deal: string, moves: string, rules: string}} Position */

/**
 * Return the position an address names; null where it names a section or nothing.
 * @param {string} hash
 * @returns {Position | null}
 */
export function readLink(hash) {
  const words = new URLSearchParams(hash.replace(/^#/, ''));
  if (!words.has('deal') && !words.has('moves') && !words.has('board')) return null;
  return {
    board: words.get('board') ?? '',
    deal: words.get('deal') ?? '',
    moves: words.get('moves') ?? '',
    rules: words.get('rules') ?? '',
  };
}

/**
 * Return the address of a position, without what goes without saying.
 * @param {Position} position
 * @returns {string}
 */
export function writeLink(position) {
  const words = Object.entries(position)
    .filter(([, value]) => value)
    // A readable address: of what may stand here, only & + % and # would be misread.
    .map(([key, value]) => `${key}=${encodeURIComponent(value).replace(/%3D/g, '=').replace(/%5E/g, '^').replace(/%20/g, '+')}`);
  return `#${words.join('&')}`;
}
