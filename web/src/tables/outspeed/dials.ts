/** A dial turned by hand: angles are degrees to the right of straight up, its middle is the origin. */

export function polar(degrees: number, r: number): { x: number; y: number } {
  const turn = ((degrees - 90) * Math.PI) / 180;
  return { x: Math.cos(turn) * r, y: Math.sin(turn) * r };
}

/** The path of an arc, clockwise. */
export function arc(from: number, to: number, r: number): string {
  const [a, b] = [polar(from, r), polar(to, r)];
  return `M${a.x} ${a.y}A${r} ${r} 0 ${to - from > 180 ? 1 : 0} 1 ${b.x} ${b.y}`;
}

/** Where a finger on the dial points. */
export function pointed(face: SVGSVGElement, event: PointerEvent): number {
  const box = face.getBoundingClientRect();
  const x = event.clientX - box.left - box.width / 2;
  const y = event.clientY - box.top - box.height / 2;
  return (Math.atan2(x, -y) * 180) / Math.PI;
}

/** The choice whose detent lies nearest. */
export function nearest<T>(
  choices: readonly T[],
  angleOf: (choice: T) => number,
  degrees: number,
): T | undefined {
  const far = (choice: T) => Math.abs(angleOf(choice) - degrees);
  return [...choices].sort((a, b) => far(a) - far(b))[0];
}
