import { Plus, X } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { type Contact, readContact, updateTagsOfContact } from '#contract/contacts.contract.ts';
import { listContacts } from '#contract/contacts/contact-list.contract.ts';
import { createTag, listTags } from '#contract/tags.contract.ts';
import { useApp } from '../../_base/use-app.ts';
import { useResource } from '../../_base/use-resource.ts';
import { useSubmit } from '../../_base/use-submit.ts';
import { IconButton } from '../../_kit/controls/IconButton.tsx';
import { Tag } from '../../_kit/display/Tag.tsx';
import { useFocusKept } from '../../_kit/format/use-focus-kept.ts';
import { TAG_DOT } from '../tag-color.ts';

/** The tags of a contact: a cross takes one away, typing a name adds an old or a new one. */
export function TagsEditor({ contact, readOnly }: { contact: Contact; readOnly: boolean }) {
  const { toasts } = useApp();
  const [adding, setAdding] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const known = useResource(listTags, adding ? {} : null);
  const [failure, setFailure] = useState<string | null>(null);
  const id = useId();
  const frame = useFocusKept<HTMLDivElement>('.tags-editor > .icon-btn');
  const close = () => {
    setAdding(false);
    setFailure(null);
  };
  const add = useRef<HTMLButtonElement>(null);
  const [answered, setAnswered] = useState<Contact | null>(null);
  // The answer to a change is newer than what is shown until that has been read again.
  const { tags } = answered !== null && answered.version > contact.version ? answered : contact;
  const set = useSubmit(updateTagsOfContact, {
    invalidates: [readContact, listContacts],
    onFailed: ({ message }) => (adding ? setFailure(message) : toasts.show({ tone: 'bad', text: message })),
    onDone: ({ data }) => {
      setAnswered(data);
      close();
    },
  });
  const create = useSubmit(createTag, {
    invalidates: [listTags],
    onFailed: ({ message }) => setFailure(message),
    onDone: ({ data }) => put([...tags.map((tag) => tag.id), data.id]),
  });
  const put = (ids: readonly number[]) => set.submit({ body: { contact_id: contact.id, tag_ids: [...new Set(ids)] } });
  const isBusy = set.state === 'submitting' || create.state === 'submitting';
  const remove = (id: number) => {
    put(tags.filter((tag) => tag.id !== id).map((tag) => tag.id));
    add.current?.focus();
  };
  const open = () => {
    setAdding(true);
    queueMicrotask(() => input.current?.focus());
  };

  return (
    <div className="tags-editor" ref={frame}>
      {tags.map((tag) => (
        <span key={tag.id} className="tags-one">
          <Tag name={tag.name} color={TAG_DOT[tag.color]} />
          {readOnly ? null : (
            <IconButton
              icon={X}
              size="small"
              label={`Remove tag ${tag.name}`}
              disabled={isBusy}
              onClick={() => remove(tag.id)}
            />
          )}
        </span>
      ))}
      {adding ? (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            const name = input.current?.value.trim() ?? '';
            setFailure(null);
            if (name) create.submit({ body: { name } });
            else close();
          }}
        >
          <input
            ref={input}
            className="input"
            list={`tags-of-${contact.id}`}
            aria-label="Tag to add"
            placeholder="Tag"
            maxLength={60}
            onKeyDown={(event) => event.key === 'Escape' && close()}
            onBlur={(event) => event.currentTarget.value.trim() === '' && close()}
            aria-invalid={failure === null ? undefined : true}
            aria-describedby={failure === null ? undefined : id}
            onInput={() => setFailure(null)}
          />
          {failure === null ? null : (
            <p className="why meta" id={id} role="alert">
              {failure}
            </p>
          )}
          <datalist id={`tags-of-${contact.id}`}>
            {(known.data?.data ?? []).map((tag) => (
              <option key={tag.id} value={tag.name}>
                {tag.name}
              </option>
            ))}
          </datalist>
        </form>
      ) : readOnly ? null : (
        <IconButton ref={add} icon={Plus} size="small" label="Add a tag" onClick={open} />
      )}
    </div>
  );
}
