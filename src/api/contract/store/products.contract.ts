import * as z from 'zod/mini';
import { Id, PathId } from '../_wire.contract.ts';
import { changed, created, paged, removed, resource, shown, withFile } from '../resource.ts';

// ---- constants -------------------------------------------------------------

/** Most dollars of one product. Ours: the limit of one card payment. */
export const MAX_PRICE = 10_000;
/** Bytes of a product's image at most. Ours. */
export const MAX_PRODUCT_IMAGE_BYTES = 5 * 1024 * 1024;
export const PRODUCT_IMAGE_TYPES = ['png', 'jpg', 'gif', 'webp'] as const;
/** Months that a product is good for, at most. Ours: ten years. */
const MAX_MONTHS = 120;

// ---- schemas ---------------------------------------------------------------

/** Dollars with whole cents. */
export const wholeCents = (most: number) =>
  z.number('Enter an amount in dollars.').check(
    z.gt(0, 'Enter an amount above $0.00.'),
    z.refine((dollars) => Math.abs(Math.round(dollars * 100) - dollars * 100) < 1e-6, 'Enter whole cents.'),
    z.maximum(most, `Enter at most $${most.toLocaleString('en-US')}.00.`),
  );

const text = (max: number) => z.string().check(z.trim(), z.maxLength(max, `Use at most ${max} characters.`));

const Fields = z.object({
  name: text(120).check(z.minLength(1, 'Enter a name.')),
  description: text(1_000),
  /** `null`: in no category. */
  category_id: z.nullable(Id),
  /** `null`: of no corporation. */
  corporation_id: z.nullable(Id),
  /** Dollars, with whole cents. */
  price: wholeCents(MAX_PRICE),
  /** Months that it is good for; `null`: not limited. */
  months_count: z.nullable(
    z
      .int('Enter whole months.')
      .check(z.minimum(1, 'Enter at least 1 month.'), z.maximum(MAX_MONTHS, `Enter at most ${MAX_MONTHS} months.`)),
  ),
  /** One for each contact of the order's `contacts_scope` who has a postal address. */
  per_contact: z.boolean(),
  /** Sold in the store. */
  active: z.boolean(),
});

export const Product = z.extend(Fields, {
  id: Id,
  /** Addresses work for some minutes. */
  image: z.nullable(z.object({ name: z.string(), bytes: z.int(), url: z.string() })),
});
export type Product = z.output<typeof Product>;

/** A quick update sends the image only if a file is given, and `months_count` only when set. */
const Change = z.extend(z.strictObject(z.partial(Fields).shape), {
  /** Removes the image. */
  remove_image: z.optional(z.boolean()),
});
const NewProduct = z.extend(z.strictObject(z.partial(Fields).shape), {
  name: Fields.shape.name,
  price: Fields.shape.price,
});

// ---- endpoints -------------------------------------------------------------

const UPLOAD = { field: 'image', maxBytes: MAX_PRODUCT_IMAGE_BYTES, required: false } as const;

export const products = resource(
  {
    path: '/v1/admin/products',
    one: 'Product',
    many: 'Products',
    label: { one: 'product', many: 'products' },
    subject: 'product',
    access: { read: 'reference.manage', write: 'reference.manage' },
  },
  {
    ...withFile(
      paged(Product, {
        order: ['name', 'price', 'active'],
        filter: { category_id: z.optional(PathId) },
      }),
    ),
    read: shown(Product),
    create: created(Product, NewProduct, { upload: UPLOAD, rate: 'upload' }),
    update: changed(Product, Change, { upload: UPLOAD, rate: 'upload' }),
    remove: removed(),
  },
);
