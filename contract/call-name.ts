/** In "The Reyes family", Anna Reyes is called Anna. */
export function callName(name: string, familyName: string): string {
  const words = name.split(" ");
  const last = words.pop() ?? name;
  return words.length > 0 && familyName.split(" ").includes(last) ? words.join(" ") : name;
}
