/** Both boxes for tests, from the very data the server reads. */

import dirt from "../../../src/paddock/tracks/data/dirt_tiles.json";
import gt from "../../../src/paddock/tracks/data/gt_tiles.json";
import circuits from "../../../src/paddock/tracks/data/gt_circuits.json";
import rallies from "../../../src/paddock/tracks/data/dirt_rallies.json";
import type { Circuit, Placement, Stage } from "../generated/wire";
import { openBox, type Box, type BoxFace, type FaceData, type Kind } from "./faces";

function box(kind: Kind, faces: FaceData[]): Box {
  const svg = (id: string) =>
    `<svg><style>.x{}</style><defs><g id="tree"/></defs><g class="land"><path/></g><g class="tile" data-tile="${id}"/><g class="cells"></g></svg>`;
  return openBox(
    kind,
    faces.map(
      (face) =>
        ({
          id: face.id,
          number: face.id.slice(0, -1),
          copies: face.copies,
          svg: svg(face.id),
          face,
        }) as BoxFace,
    ),
  );
}

export const GT = box("circuit", gt.faces as unknown as FaceData[]);
export const DIRT = box("stage", dirt.faces as unknown as FaceData[]);

function whole(layout: { id: string; tiles: unknown[] }) {
  const tiles = layout.tiles.map((tile) => ({
    rotation: 0,
    reverse: false,
    ...(tile as object),
  })) as Placement[];
  return { id: layout.id, name: layout.id, author: "", tiles };
}

export const CIRCUITS = circuits.circuits.map((layout): Circuit => ({ kind: "circuit", ...whole(layout) }));
export const STAGES = rallies.rallies.flatMap((rally) =>
  rally.stages.map((layout): Stage => ({ kind: "stage", ...whole(layout), assistance: false })),
);
