// Tests see what they are fed with by the same import.
@_exported public import TestInput
