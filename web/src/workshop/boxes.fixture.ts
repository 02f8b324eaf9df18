/** Both boxes for tests, from the very data the server reads. */

import dirt from "../../../src/paddock/tracks/data/dirt_tiles.json";
import gt from "../../../src/paddock/tracks/data/gt_tiles.json";
import circuits from "../../../src/paddock/tracks/data/gt_circuits.json";
import rallies from "../../../src/paddock/tracks/data/dirt_rallies.json";
import type { Layout } from "./draft";
import { openBox, type Box, type FaceData, type Kind } from "./faces";

function box(kind: Kind, faces: FaceData[]): Box {
  const svg = (id: string) =>
    `<svg><style>.x{}</style><defs><g id="tree"/></defs><g class="land"><path/></g><g class="tile" data-tile="${id}"/><g class="cells"></g></svg>`;
  return openBox(
    kind,
    faces.map((face) => ({
      id: face.id,
      number: face.id.slice(0, -1),
      copies: face.copies,
      svg: svg(face.id),
      face,
    })),
  );
}

export const GT = box("circuit", gt.faces as FaceData[]);
export const DIRT = box("stage", dirt.faces as FaceData[]);

function whole(kind: Kind, layout: { id: string; tiles: unknown[] }): Layout {
  const tiles = layout.tiles.map((tile) => ({
    rotation: 0,
    reverse: false,
    ...(tile as object),
  })) as Layout["tiles"];
  return { kind, id: layout.id, name: layout.id, author: "", tiles };
}

export const CIRCUITS = circuits.circuits.map((layout) => whole("circuit", layout));
export const STAGES = rallies.rallies.flatMap((rally) =>
  rally.stages.map((layout) => whole("stage", layout)),
);
