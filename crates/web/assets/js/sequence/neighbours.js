// The games next to one: a set with one element more or less, a code with one digit changed.

const SETS = /^((?:misere-)?subtraction|ending-partizan)(:)([\d,]+)(.*)$/;
const CODE = /^(octal:\d*\.)(\d+)(.*)$/;

/** The neighbours, each with what was changed. */
export function neighbours(game) {
  const set = SETS.exec(game);
  if (set) return ofSet(set);
  const code = CODE.exec(game);
  return code ? ofCode(code) : [];
}

function ofSet([, name, colon, list, rest]) {
  const elements = [...new Set(list.split(",").map(Number))].sort((a, b) => a - b);
  const write = (set) => `${name}${colon}${set.join(",")}${rest}`;
  const least = name === "ending-partizan" ? Math.min(2, ...elements) : 1;
  const most = Math.max(...elements) + 2;
  const found = [];
  if (elements.length > 1)
    for (const one of elements)
      found.push({ game: write(elements.filter((other) => other !== one)), change: `without ${one}` });
  for (let one = least; one <= most; one++) {
    if (!elements.includes(one))
      found.push({ game: write([...elements, one].sort((a, b) => a - b)), change: `with ${one}` });
  }
  return found;
}

function ofCode([, head, digits, rest]) {
  const found = [];
  [...digits].forEach((digit, at) => {
    for (const bit of [1, 2, 4]) {
      const changed = Number(digit) ^ bit;
      found.push({
        game: `${head}${digits.slice(0, at)}${changed}${digits.slice(at + 1)}${rest}`,
        change: `digit ${at + 1}: ${digit} → ${changed}`,
      });
    }
  });
  return found;
}
