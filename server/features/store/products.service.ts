import {
  MAX_PRODUCT_IMAGE_BYTES,
  type Product,
  PRODUCT_IMAGE_TYPES,
  products,
} from '#contract/store/products.contract.ts';
import { withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import type { IncomingFile } from '../../http/bind.ts';
import type { Identity } from '../../identity.ts';
import { createRow, removeRow, updateRow } from '../../resource/resource.service.ts';
import type { Caller, Stored, Table, Values } from '../../resource/table.ts';
import { keepCheckedFile } from '../files/checked-file.ts';
import { holderOf, linksOf } from '../files/file-links.ts';
import { saveWithFile } from '../files/save-with-file.ts';
import { removeSpare } from '../files/spare-bytes.ts';
import { findProductBytes } from './product-bytes.ts';
import { PRODUCTS } from './products.table.ts';

interface Written {
  readonly body: Values;
  readonly file: IncomingFile | null;
}

/** The address of a product's image, for some minutes. */
export const imageUrl = (deps: Deps, identity: Identity, id: number, name: string): string =>
  linksOf(deps.config).linkTo(
    { accountId: identity.accountId, fileId: id, variant: 'product', holder: holderOf(identity) },
    name,
    deps.now(),
  ).url;

/** A row as the contract has it. */
export const productOf = (deps: Deps, identity: Identity, row: Stored): Product => {
  const { file_name: name, file_bytes: bytes, ...product } = row;
  const image = typeof name === 'string' ? { name, bytes, url: imageUrl(deps, identity, row.id, name) } : null;
  return { ...product, image } as unknown as Product;
};

const keepImage = (deps: Deps, file: IncomingFile) =>
  keepCheckedFile(deps, file, {
    maxBytes: MAX_PRODUCT_IMAGE_BYTES,
    types: PRODUCT_IMAGE_TYPES,
    others: 'Products take a PNG, JPEG, GIF or WebP image.',
    field: 'image',
  });

/** Saves a product with its checked image. */
async function saveWithImage(
  deps: Deps,
  { body: { remove_image: isRemoved, ...body }, file }: Written,
  save: (table: Table, body: Values) => Promise<Stored>,
): Promise<Stored> {
  const image = file === null ? (isRemoved === true ? 'removed' : null) : await keepImage(deps, file);
  return saveWithFile(deps, PRODUCTS, image, (table, columns) => save(table, { ...body, ...columns }));
}

/** @throws {Refusal} `refused` by field. */
export const createProduct = (deps: Deps, caller: Caller, written: Written): Promise<Stored> =>
  saveWithImage(deps, written, (table, body) => createRow(deps, caller, products, table, body));

/** @throws {Refusal} `not_found`, `refused` by field. */
export const updateProduct = (deps: Deps, caller: Caller, id: number, written: Written): Promise<Stored> =>
  saveWithImage(deps, written, (table, body) => updateRow(deps, caller, products, table, { id, body }));

/** Removes a product that was never ordered, with its image. @throws {Refusal} `not_found`, `conflict`. */
export async function removeProduct(deps: Deps, caller: Caller, id: number): Promise<void> {
  const image = await withAccount(deps.pool, caller.identity, (tx) => findProductBytes(tx, id));
  await removeRow(deps, caller, products, PRODUCTS, id);
  if (image !== null) await removeSpare(deps, image.key);
}
