import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { type WorkflowCategory, workflowCategories } from '#contract/workflows.contract.ts';
import { formatCounted } from '#rules/words/format-count.ts';
import { useApp } from '../_base/use-app.ts';
import { useSubmit } from '../_base/use-submit.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { IconButton } from '../_kit/controls/IconButton.tsx';
import { TextField } from '../_kit/controls/TextField.tsx';
import { Dialog } from '../_kit/overlays/Dialog.tsx';

interface CategoriesProps {
  categories: readonly WorkflowCategory[];
  onClose: () => void;
}

const SHOWN = [workflowCategories.list];

/** Adds, renames, orders and deletes categories; each change is stored immediately. */
export function Categories({ categories, onClose }: CategoriesProps) {
  const { toasts } = useApp();
  const [name, setName] = useState('');
  const onFailed = ({ message }: { readonly message: string }) => toasts.show({ tone: 'bad', text: message });
  const place = useSubmit(workflowCategories.place, { invalidates: SHOWN, onDone: () => setName(''), onFailed });
  const rename = useSubmit(workflowCategories.update, { invalidates: SHOWN, onFailed });
  const remove = useSubmit(workflowCategories.remove, {
    invalidates: SHOWN,
    onDone: (_reply, { params }) => {
      const gone = categories.find(({ id }) => id === params.id);
      if (gone === undefined) return;
      const again = categories.map((one) => (one.id === gone.id ? { name: gone.name } : { id: one.id }));
      toasts.show({
        tone: 'info',
        text: `${gone.name} deleted`,
        action: { label: 'Undo', run: () => place.submit({ body: { categories: again } }) },
      });
    },
    onFailed,
  });
  const ids = categories.map(({ id }) => ({ id }));
  const move = (at: number, by: -1 | 1) => {
    const [one, other] = [ids[at], ids[at + by]];
    if (one !== undefined && other !== undefined)
      place.submit({ body: { categories: ids.with(at, other).with(at + by, one) } });
  };
  return (
    <Dialog title="Categories" open onClose={onClose} footer={<Button onClick={onClose}>Close</Button>}>
      <ol className="flow-categories">
        {categories.map((one, at) => (
          <li key={one.id} className="row">
            <TextField
              label={`Name of ${one.name}`}
              labelHidden
              defaultValue={one.name}
              maxLength={120}
              onBlur={({ currentTarget: { value } }) =>
                value.trim() === '' || value === one.name
                  ? undefined
                  : rename.submit({ body: { id: one.id, name: value } })
              }
            />
            <span className="meta quiet">{formatCounted(one.usage.flows, 'workflow', 'workflows')}</span>
            <IconButton
              icon={ArrowUp}
              size="small"
              label={`Move ${one.name} up`}
              disabled={at === 0}
              onClick={() => move(at, -1)}
            />
            <IconButton
              icon={ArrowDown}
              size="small"
              label={`Move ${one.name} down`}
              disabled={at === categories.length - 1}
              onClick={() => move(at, 1)}
            />
            <IconButton
              icon={Trash2}
              size="small"
              label={`Delete ${one.name}`}
              onClick={() => remove.submit({ params: { id: one.id } })}
            />
          </li>
        ))}
      </ol>
      <form
        className="flow-new-category"
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim() !== '') place.submit({ body: { categories: [...ids, { name }] } });
        }}
      >
        <TextField
          label="New category"
          value={name}
          maxLength={120}
          onChange={({ currentTarget: { value } }) => setName(value)}
        />
        <Button
          type="submit"
          icon={Plus}
          busy={place.state === 'submitting'}
          {...(name.trim() === '' && { refusal: 'Enter a name.' })}
        >
          Add
        </Button>
      </form>
    </Dialog>
  );
}
