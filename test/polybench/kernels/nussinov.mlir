// Most pairs of bases in a strand of RNA: table[i][j] for the bases i to j. Two bases match when
// they add up to 3.
!seq = memref<{N}xi32>
!table = memref<{N}x{N}xi32>

#id = affine_map<(d0) -> (d0)>
#behind = affine_map<(d0) -> (d0 + 1)>
#reversed = affine_map<(d0) -> ({N - 1} - d0)>
#has_left = affine_set<(i, j) : (j - 1 >= 0)>
#has_below = affine_set<(i, j) : ({N - 2} - i >= 0)>
#has_both = affine_set<(i, j) : (j - 1 >= 0, {N - 2} - i >= 0)>
#apart = affine_set<(i, j) : (j - i - 2 >= 0)>

func.func @kernel(%seq: !seq, %table: !table) attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %three = arith.constant 3 : i32
  affine.for %r = 0 to {N} {
    %i = affine.apply #reversed(%r)
    affine.for %j = #behind(%i) to {N} {
      affine.if #has_left(%i, %j) {
        %best = affine.load %table[%i, %j] : !table
        %left = affine.load %table[%i, %j - 1] : !table
        %most = arith.maxsi %best, %left : i32
        affine.store %most, %table[%i, %j] : !table
      }
      affine.if #has_below(%i, %j) {
        %best = affine.load %table[%i, %j] : !table
        %below = affine.load %table[%i + 1, %j] : !table
        %most = arith.maxsi %best, %below : i32
        affine.store %most, %table[%i, %j] : !table
      }
      affine.if #has_both(%i, %j) {
        affine.if #apart(%i, %j) {
          %best = affine.load %table[%i, %j] : !table
          %inner = affine.load %table[%i + 1, %j - 1] : !table
          %base_i = affine.load %seq[%i] : !seq
          %base_j = affine.load %seq[%j] : !seq
          %sum = arith.addi %base_i, %base_j : i32
          %is_match = arith.cmpi eq, %sum, %three : i32
          %match = arith.select %is_match, %one, %zero : i32
          %paired = arith.addi %inner, %match : i32
          %most = arith.maxsi %best, %paired : i32
          affine.store %most, %table[%i, %j] : !table
        } else {
          %best = affine.load %table[%i, %j] : !table
          %inner = affine.load %table[%i + 1, %j - 1] : !table
          %most = arith.maxsi %best, %inner : i32
          affine.store %most, %table[%i, %j] : !table
        }
      }
      affine.for %k = #behind(%i) to #id(%j) {
        %best = affine.load %table[%i, %j] : !table
        %first = affine.load %table[%i, %k] : !table
        %second = affine.load %table[%k + 1, %j] : !table
        %split = arith.addi %first, %second : i32
        %most = arith.maxsi %best, %split : i32
        affine.store %most, %table[%i, %j] : !table
      }
    }
  }
  return
}
