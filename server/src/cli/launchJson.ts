import type { Launch } from '../launch/model.ts';
import type { Item, Word } from '../text/items.ts';
import type { Location, PositionRange } from '../text/location.ts';

/** The shapes of `--argv`, as `docs/command-line.md` and the schemas in `test/cli/` state them. */
type ItemJson =
  | (WrittenJson & { readonly value: string })
  | (WrittenJson & { readonly value: null; readonly many?: true })
  | { readonly oneOf: readonly (readonly ItemJson[])[]; readonly choice: string };

export interface PlaceJson {
  readonly range: PositionRange;
  readonly file?: string;
}

interface WrittenJson extends PlaceJson {
  readonly use?: PlaceJson;
  readonly parts?: readonly (PlaceJson & { readonly text: string | null })[];
}

/** Names a place as answers about `file` do: with the file only where it is another one. */
export type PlaceNamer = (location: Location) => PlaceJson;

/** A namer that always states the file. */
export type FullPlaceNamer = (location: Location) => Required<PlaceJson>;

export function itemJson(item: Item, place: PlaceNamer): ItemJson {
  if (item.kind === 'branches') {
    return { oneOf: item.oneOf.map((items) => items.map((inner) => itemJson(inner, place))), choice: item.choice };
  }
  const written: WrittenJson = {
    ...place(item.location),
    ...(item.use === undefined ? {} : { use: place(item.use) }),
    ...(item.parts === undefined
      ? {}
      : { parts: item.parts.map(({ text, location }) => ({ text, ...place(placeOfPiece(location, item)) })) }),
  };
  switch (item.kind) {
    case 'known':
      return { value: item.value, ...written };
    case 'unknown':
      return { value: null, ...written };
    case 'many':
      return {
        value: null,
        many: true,
        ...place(item.location),
        ...(item.use === undefined ? {} : { use: place(item.use) }),
      };
  }
}

/** A piece that no text of a file gives, such as the separators of `"${A[*]}"`, stands where the word is used. */
function placeOfPiece(location: Location, { use, location: whole }: Word): Location {
  return location.uri === '' ? (use ?? whole) : location;
}

export function launchJson(launch: Launch, place: PlaceNamer, full: FullPlaceNamer): object {
  return {
    id: launch.id,
    entryPoint: launch.entryPoint,
    module: launch.module,
    ...place(launch.location),
    conditional: launch.conditional,
    ...(launch.repeated ? { repeated: true } : {}),
    via: launch.via.map(({ kind, location, value }) => ({
      kind,
      ...full(location),
      ...(value === undefined ? {} : { value }),
    })),
    launcher: launch.launcher.map((item) => itemJson(item, place)),
    env: launch.env.map(({ name, item }) => ({ name, item: itemJson(item, place) })),
    wrappers: launch.wrappers.map(({ kind, location }) => ({ kind, ...place(location) })),
    argv: launch.argv.map((item) => itemJson(item, place)),
  };
}
